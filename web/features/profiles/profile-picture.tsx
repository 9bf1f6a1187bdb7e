import { useRevalidator } from 'react-router'
import { type Profile, uploadPicture, deletePicture } from '#contract/profiles.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import {
  IMAGE_EXTENSIONS,
  checkImage,
  showRefusedImageToast,
} from '#web/features/files/image-rules.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Avatar } from '#web/ui/brand/avatar.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Camera } from '#web/ui/icons/camera.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'

/** Sets or removes the profile picture at once, without waiting for the form to be saved. */
export function ProfilePicture({ profile }: { profile: Profile }) {
  const [upload, uploadState] = useWrite(uploadPicture)
  const [remove, removalState] = useWrite(deletePicture)
  const { revalidate } = useRevalidator()
  const { profilePictureUrl } = profile

  const set = async (file: File) => {
    if (!(await checkImage(file))) return
    const { error } = await upload({ form: {}, files: { picture_file: file } })
    if (error) return showRefusedImageToast(file, 'status' in error ? error.code : 'UNKNOWN_ERROR')
    showToast('success', m.picture_done())
    await revalidate()
  }
  const removePicture = async () => {
    const { error } = await remove({})
    if (error) return showToast('error', m.my_profile_failed())
    await revalidate()
  }
  return (
    <div className="flex items-center gap-5">
      <Avatar src={profilePictureUrl} className="size-20 shrink-0" />
      <div className="grid min-w-0 gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton
            accept={IMAGE_EXTENSIONS}
            pending={uploadState.isLoading}
            icon={<Camera aria-hidden size={17} />}
            onPick={file => void set(file)}
          >
            {profilePictureUrl ? m.picture_change() : m.picture_set()}
          </FileButton>
          {profilePictureUrl && (
            <Button
              kind="quiet"
              size="small"
              pending={removalState.isLoading}
              icon={<Trash2 aria-hidden size={17} />}
              onClick={() => void removePicture()}
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
