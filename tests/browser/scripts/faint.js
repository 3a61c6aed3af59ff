// Texts whose contrast with what is behind them is below that of WCAG AA, as lines.

const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

function rgb(color) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}

function luminance([red, green, blue]) {
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function behind(element) {
  for (let one = element; one !== null; one = one.parentElement) {
    const color = rgb(getComputedStyle(one).backgroundColor);
    if (color[3] === 255) {
      return color;
    }
  }
  return [255, 255, 255, 255];
}

function contrast(one, other) {
  const [more, less] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

const found = new Set();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (texts.currentNode.textContent.trim() === "" || element.closest(".unseen, noscript, option") || !element.checkVisibility()) {
    continue;
  }
  const style = getComputedStyle(element);
  const color = rgb(element instanceof SVGElement ? style.fill : style.color);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const ratio = contrast(color, behind(element));
  if (ratio < (isLarge ? 3 : 4.5)) {
    found.add(`${ratio.toFixed(2)} ${element.tagName}.${element.className}: ${texts.currentNode.textContent.trim().slice(0, 40)}`);
  }
}
return [...found];
