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
  const [lines, setLines] = useState<string[]>([])
  const note = (more: string[]) => setLines(before => [...before, ...more])
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
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same file can be chosen twice
          <li key={index}>{line}</li>
        ))}
      </ol>
    </>
  )
}
