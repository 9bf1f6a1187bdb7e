import { useState } from 'react'
import { FILE_TYPES } from '#contract/core/limits.ts'
import * as m from '#messages'
import { useSession } from '#web/api/session.ts'
import { UploadField } from '#web/features/uploads/upload-field.tsx'
import { LazyUploads } from '#web/features/uploads/lazy-uploads.tsx'
import { formatBytes } from '#web/i18n/format.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { SampleGroup, ComponentSample } from './sample.tsx'

/** The field of a resumable upload and its panel. They work for a seller who is signed in. */
export function UploadSamples() {
  const session = useSession()
  const { productFileMaxBytes } = useSiteSettings()
  const [key, setKey] = useState<string>()
  return (
    <SampleGroup title="Uploads">
      <ComponentSample name="UploadField, UploadPanel">
        <UploadField
          value={key}
          onChange={setKey}
          name="product_file"
          label={m.create_file()}
          hint={m.create_file_hint({
            max: formatBytes(productFileMaxBytes),
            types: FILE_TYPES.join(', '),
          })}
          accept={{ 'application/octet-stream': FILE_TYPES.map(type => `.${type}`) }}
          maxBytes={productFileMaxBytes}
          idle={m.drop_idle()}
          idleTouch={m.drop_idle_touch()}
        />
        <LazyUploads userId={session.state === 'signedIn' ? session.user.id : undefined} />
      </ComponentSample>
    </SampleGroup>
  )
}
