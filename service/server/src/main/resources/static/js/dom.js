/** Makes an element: h('a', { href, class: 'x', onclick }, 'text', child). Text is never markup. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
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
