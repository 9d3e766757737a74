/** The numbers of a list such as 0-3,8. */
export function cpuNumbers(text) {
  return (text ?? '').split(',').filter(Boolean).flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
