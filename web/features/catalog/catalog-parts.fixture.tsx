import { DeleteProductButton } from './delete-product-button.tsx'
import { CoverField, FirstFilesField } from './product-form/file-fields.tsx'
import { useCover } from './product-form/use-cover.ts'

const noteNames = (files: File[]) => (document.title = files.map(({ name }) => name).join())

/** The fields for the files of a new product. A press on the button checks the cover, as sending the form does. */
export function FileFields() {
  const cover = useCover(null, image => (document.title = image?.name ?? 'no cover'))
  return (
    <>
      <FirstFilesField onPick={noteNames} showMissing={false} />
      <CoverField cover={cover} showMissing />
      <button type="button" onClick={() => void cover.checkUnchanged()}>
        Send
      </button>
    </>
  )
}

export const Delete = () => (
  <DeleteProductButton
    product={{ id: 7, name: 'Sobra' }}
    onDeleted={() => (document.title = 'deleted')}
  />
)
