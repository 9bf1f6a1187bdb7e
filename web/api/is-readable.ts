/**
 * Returns whether the bytes of a chosen file can still be read. They cannot if the file was saved again, moved or
 * deleted since it was chosen; a request with it would fail without a reason.
 */
export const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
