import { DeleteProductButton } from './delete-product-button.tsx'
import { FirstFilesField } from '#web/features/files/first-files-field.tsx'
import { CoverField } from './form/cover-field.tsx'
import { useChosenCover } from './form/use-chosen-cover.ts'

const noteNames = (files: File[]) => (document.title = files.map(({ name }) => name).join())

/** The fields for the files of a new product. */
export function FileFields() {
  const cover = useChosenCover(image => (document.title = image?.name ?? 'no cover'))
  return (
    <>
      <FirstFilesField onPick={noteNames} showMissing={false} />
      <CoverField cover={cover} showMissing />
    </>
  )
}

export const Delete = () => (
  <DeleteProductButton
    product={{ id: 7, name: 'Sobra' }}
    onDeleted={() => (document.title = 'deleted')}
  />
)
