// Runs before the first paint, so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem("pizzabox.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* storage is switched off: the device decides */ }
