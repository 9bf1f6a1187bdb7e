const MB = 1024 * 1024

/** Bytes for people: `12,4 MB`, with a decimal comma in both languages. */
export function formatFileSize(sizeBytes: number): string {
  const [value, unit] =
    sizeBytes >= 1024 * MB
      ? [sizeBytes / (1024 * MB), 'GB']
      : sizeBytes >= 0.1 * MB
        ? [sizeBytes / MB, 'MB']
        : [Math.ceil(sizeBytes / 1024), 'KB']
  return `${value.toLocaleString('de-DE', { maximumFractionDigits: 1 })} ${unit}`
}
