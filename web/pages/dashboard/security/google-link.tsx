import { useState } from 'react'
import { listProviders } from '#contract/accounts/user.ts'
import { getGoogleLinkUrl, unlinkGoogle } from '#contract/accounts/google.ts'
import * as m from '#messages'
import { refreshSession } from '#web/api/session.ts'
import { changeRead, useWrite } from '#web/api/query.ts'
import { callEndpoint } from '#web/api/client.ts'
import { GoogleLogo } from '#web/features/accounts/google/google-sign-in-button.tsx'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog, Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * Lets the user link or unlink Google after a confirmation. Unlinking requires a password, because the user could not
 * sign in without one. Source: specification, screen behaviour, security.
 */
export function GoogleLink({ linked, hasPassword }: { linked: boolean; hasPassword: boolean }) {
  const [openDialog, setOpenDialog] = useState<'link' | 'unlink'>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      {(!linked || hasPassword) && (
        <Button kind="ghost" size="small" onClick={() => setOpenDialog(linked ? 'unlink' : 'link')}>
          {linked ? m.security_unlink() : m.security_link()}
        </Button>
      )}
      <Modal
        open={openDialog === 'link'}
        onClose={close}
        size="small"
        title={m.security_link_title()}
        description={m.security_link_text()}
        closeLabel={m.close()}
        actions={
          <>
            <Button kind="ghost" onClick={close}>
              {m.cancel()}
            </Button>
            <LinkGoogleButton onFailed={close} />
          </>
        }
      />
      <UnlinkDialog open={openDialog === 'unlink'} onClose={close} />
    </>
  )
}

/** Fetches the URL of Google and goes there. The server may first ask for a recent proof of identity. */
function LinkGoogleButton({ onFailed }: { onFailed: () => void }) {
  const [isLeaving, setIsLeaving] = useState(false)

  const link = async () => {
    setIsLeaving(true)
    const result = await callEndpoint(getGoogleLinkUrl, {})
    if (result.ok) return location.assign(result.body.authURL)
    setIsLeaving(false)
    onFailed()
    return showFailureToast(m.google_failed(), result)
  }

  return (
    <Button
      pending={isLeaving}
      onClick={() => void link()}
      icon={<GoogleLogo hasWhiteBackground />}
    >
      {m.security_link_go()}
    </Button>
  )
}

/**
 * The dialog that confirms the unlinking, which is shown before the response arrives and taken back if the call fails.
 * It closes both on success and on failure.
 */
function UnlinkDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [unlink, { isLoading }] = useWrite(unlinkGoogle)

  const confirm = async () => {
    const shown = changeRead(listProviders, {}, ({ providers }) => {
      for (const provider of providers)
        if (provider.provider === 'google')
          Object.assign(provider, { linked: false, createdAt: null })
    })
    const { error } = await unlink({})
    if (error) shown.undo()
    void refreshSession()
    onClose()
    if (error) showFailureToast(m.security_unlink_failed(), error)
    else showToast('success', m.security_unlink_done())
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={m.security_unlink_title()}
      description={m.security_unlink_text()}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.security_unlink_go()}
      pending={isLoading}
      onConfirm={() => void confirm()}
    />
  )
}
