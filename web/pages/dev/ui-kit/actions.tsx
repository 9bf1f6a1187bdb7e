import { Download, Heart, MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Button, IconButton, LinkButton, type ButtonKind } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { Menu, MenuButton, MenuLink } from '#web/ui/overlays/menu.tsx'
import { ConfirmDialog, Modal } from '#web/ui/overlays/modal.tsx'
import { showToast, type ToastKind } from '#web/ui/toasts/toast.ts'
import { SampleGroup, ComponentSample } from './sample.tsx'

const kinds: ButtonKind[] = ['primary', 'ghost', 'quiet', 'danger']
const toasts: ToastKind[] = ['success', 'error', 'warning', 'info']

export function ActionSamples() {
  const [open, setOpen] = useState<'modal' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <SampleGroup title="Actions">
      <ComponentSample name="Button" row>
        {kinds.map(kind => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
      </ComponentSample>
      <ComponentSample name="Pending, disabled, aria-disabled, small, with an icon" row>
        <Button pending>Saving</Button>
        <Button disabled>Disabled</Button>
        <Button aria-disabled>Not ready</Button>
        <Button size="small" kind="ghost">
          Small
        </Button>
        <Button icon={<Plus aria-hidden size={18} />}>Create</Button>
      </ComponentSample>
      <ComponentSample name="LinkButton, IconButton, CopyButton, Spinner" row>
        <LinkButton to={paths.explore()}>A page of ours</LinkButton>
        <LinkButton
          href="https://example.com"
          kind="ghost"
          icon={<Download aria-hidden size={18} />}
        >
          Elsewhere
        </LinkButton>
        <IconButton label="Like">
          <Heart aria-hidden size={20} />
        </IconButton>
        <CopyButton text="kiosko" label="Copy my link" copiedLabel="Copied!" />
        <Spinner className="size-6 text-awning-deep" />
      </ComponentSample>
      <ComponentSample name="Wide">
        <Button wide>Buy</Button>
      </ComponentSample>
      <ComponentSample name="Menu, Modal, ConfirmDialog" row>
        <Menu
          align="start"
          label="More"
          button={<MoreHorizontal aria-hidden size={22} />}
          buttonClassName="border-[1.5px] border-line"
        >
          <MenuLink to={paths.explore()}>Explore</MenuLink>
          <MenuButton onClick={() => showToast('info', 'Chosen from the menu')}>
            Say something
          </MenuButton>
        </Menu>
        <Button kind="ghost" onClick={() => setOpen('modal')}>
          Open the modal
        </Button>
        <Button kind="ghost" onClick={() => setOpen('confirm')}>
          Delete something
        </Button>
      </ComponentSample>
      <ComponentSample name="Toasts" row>
        {toasts.map(kind => (
          <Button
            key={kind}
            size="small"
            kind="ghost"
            onClick={() => showToast(kind, `This is a toast of the kind “${kind}”.`)}
          >
            {kind}
          </Button>
        ))}
        <Button
          size="small"
          kind="ghost"
          onClick={() => showToast('success', 'This one stays.', { autoClose: false, id: 'stays' })}
        >
          persistent
        </Button>
      </ComponentSample>
      <Modal
        open={open === 'modal'}
        onClose={close}
        closeLabel="Close"
        title="Change your email"
        description="We will send a link to the new address."
        actions={
          <>
            <Button kind="ghost" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Send the link</Button>
          </>
        }
      >
        <p>Anything can stand here.</p>
      </Modal>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        closeLabel="Close"
        cancelLabel="Cancel"
        confirmLabel="Delete"
        title="Delete “Andean loops”?"
        description="It leaves your kiosk. Whoever bought it keeps it."
      />
    </SampleGroup>
  )
}
