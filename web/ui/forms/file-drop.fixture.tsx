import { useState } from 'react'
import { FileDrop, type FileRejection } from './file-drop.tsx'

const TEXTS = {
  idle: 'Choose a file',
  drop: 'Drop it here',
  reject: 'Not this one',
  remove: 'Remove it',
}
const describeRejection = ({ file, kind }: FileRejection) => `${file.name} is ${kind}`

/** A zone for texts of at most a hundred bytes, which lists what it has taken and refused. */
export function TextDrop({ takesSeveral = false, disabled = false, error = '' }) {
  const [file, setFile] = useState<File | null>(null)
  const [lines, setLines] = useState<{ id: number; text: string }[]>([])
  const note = (texts: string[]) =>
    setLines(before => [
      ...before,
      ...texts.map((text, index) => ({ id: before.length + index, text })),
    ])
  return (
    <>
      <FileDrop
        label="Text"
        hint="At most 100 bytes"
        error={error}
        accept={{ 'text/plain': ['.txt'] }}
        maxBytes={100}
        file={file}
        onPick={picked => {
          setFile(picked)
          note([picked ? `${picked.name} was taken` : 'nothing is left'])
        }}
        {...(takesSeveral && {
          onPickAll: files => note([files.map(({ name }) => name).join(' and ')]),
        })}
        onReject={rejections => note(rejections.map(describeRejection))}
        texts={TEXTS}
        sizeText={bytes => `${bytes} bytes`}
        disabled={disabled}
      />
      <ol>
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ol>
    </>
  )
}
