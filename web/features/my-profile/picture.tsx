import { Camera, Trash2 } from 'lucide-react'
import { useRevalidator } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { cache } from '../../api/cache.ts'
import { formatBytes } from '../../i18n/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Avatar } from '../../ui/brand/avatar.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { IMAGE_ENDINGS, imageFits, tellRefusedImage } from '../catalog/form/image-rules.ts'

/** The seller's face: set and taken away at once, apart from the form's other fields. */
export function Picture({ profile }: { profile: Profile }) {
  const [upload, uploading] = cache.useUploadPictureMutation()
  const [remove, removing] = cache.useDeletePictureMutation()
  const { revalidate } = useRevalidator()
  const { profilePictureUrl } = profile

  const set = async (file: File) => {
    if (!imageFits(file)) return
    const { error } = await upload({ form: {}, files: { picture_file: file } })
    if (error) return tellRefusedImage(file, 'status' in error ? error.code : 'UNKNOWN_ERROR')
    toast('success', m.picture_done())
    await revalidate()
  }
  const take = async () => {
    const { error } = await remove({})
    if (error) return toast('error', m.my_profile_failed())
    await revalidate()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar src={profilePictureUrl} className="size-20" />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton
            accept={IMAGE_ENDINGS}
            pending={uploading.isLoading}
            icon={<Camera aria-hidden size={17} />}
            onPick={file => void set(file)}
          >
            {profilePictureUrl ? m.picture_change() : m.picture_set()}
          </FileButton>
          {profilePictureUrl && (
            <Button
              kind="quiet"
              size="small"
              pending={removing.isLoading}
              icon={<Trash2 aria-hidden size={17} />}
              onClick={() => void take()}
            >
              {m.drop_remove()}
            </Button>
          )}
        </div>
        <p className="text-tiny text-soft">
          {m.picture_hint({ max: formatBytes(LIMITS.imageMaxBytes) })}
        </p>
      </div>
    </div>
  )
}
