import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { HelpPanel } from './help-panel.tsx'

/** Shows the support chat or the contact form in a dialog. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={m.help_title()}
      description={m.help_lead()}
      closeLabel={m.close()}
      actions={
        <Button kind="ghost" onClick={onClose}>
          {m.close()}
        </Button>
      }
    >
      <HelpPanel />
    </Modal>
  )
}
