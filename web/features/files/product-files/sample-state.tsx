import type { ProductFile } from '#contract/files/product-files.ts'
import { SAMPLE_LIMITS, type SampleRefusal } from '#contract/files/sample-rules.ts'
import * as m from '#messages'
import { StateChip } from './state-chip.tsx'

const REFUSALS: Record<SampleRefusal, () => string> = {
  type: m.sample_refused_type,
  encrypted: m.sample_refused_encrypted,
  too_few_pages: () => m.sample_refused_too_few_pages({ count: SAMPLE_LIMITS.minPages }),
  too_short: () => m.sample_refused_too_short({ count: SAMPLE_LIMITS.minSeconds }),
  too_large: m.sample_refused_too_large,
  unreadable: m.sample_refused_unreadable,
}

/** Tells what buyers see of a file before they pay, or why they see nothing. */
export function SampleState({
  sample: { state, refusal, length, url },
  name,
  type,
}: {
  sample: NonNullable<ProductFile['sample']>
  /** The name under which people know the file. */
  name: string
  /** The file extension in capitals. */
  type: string | undefined
}) {
  if (state === 'waiting')
    return (
      <StateChip tone="warn" label={m.files_sample()}>
        {m.files_sample_waiting()}
      </StateChip>
    )
  if (state === 'refused')
    return (
      <StateChip tone="bad" label={m.files_sample_none()}>
        {refusal && REFUSALS[refusal]()}
      </StateChip>
    )
  const count = length ?? 0
  return (
    <StateChip tone="jade" label={m.files_sample()}>
      <span>{(type === 'MP3' ? m.files_sample_seconds : m.files_sample_pages)({ count })}</span>{' '}
      {url === null ? (
        <span>{m.files_sample_not_shown()}</span>
      ) : (
        <a href={url} target="_blank" rel="noopener" className="link">
          {m.files_sample_open()}
          <span className="sr-only">: {name}</span>
        </a>
      )}
    </StateChip>
  )
}
