/** Joins class names and drops other values: `cx('a', isWide && 'b')`. */
export function cx(...names: unknown[]): string {
  return names.filter(name => typeof name === 'string' && name !== '').join(' ')
}
