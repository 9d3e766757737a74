const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element: h('a', { href, class: 'x', onclick }, 'text', child). Text is never markup. */
export function h(tag, properties = {}, ...children) {
  return made(document.createElement(tag), properties, children);
}

/** The same for a part of a picture. */
export function s(tag, properties = {}, ...children) {
  return made(document.createElementNS(SVG, tag), properties, children);
}

function made(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** Fills an element anew only when what it shows has changed: focus and selection stay. */
export function whenChanged(element, render) {
  let shown;
  return (...values) => {
    const wanted = JSON.stringify(values);
    if (wanted !== shown) {
      shown = wanted;
      element.replaceChildren(...[render(...values)].flat().filter(Boolean));
    }
  };
}
