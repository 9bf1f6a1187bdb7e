import { lazy, Suspense } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { buildMailUrl, buildWhatsappUrl } from '#web/shared/contact/contact-links.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { Mail } from '#web/ui/icons/mail.tsx'
import { MessageCircle } from '#web/ui/icons/message-circle.tsx'
import { HelpRow } from './help-row.tsx'

const MessageSellerForm = lazy(persistently(() => import('./message-seller-form.tsx')))

/** Links to an email and to a WhatsApp chat with the seller, which name the order. */
function SellerContactLinks({ order: { number, sellerContact } }: { order: Order }) {
  const { contactEmail, whatsapp } = sellerContact
  const subject = m.message_subject({ number })
  return (
    <p className="flex flex-wrap gap-2.5">
      {whatsapp && (
        <LinkButton
          kind="ghost"
          size="small"
          href={buildWhatsappUrl(whatsapp, subject)}
          target="_blank"
          rel="noopener noreferrer"
          icon={<MessageCircle aria-hidden size={17} />}
        >
          WhatsApp
        </LinkButton>
      )}
      {contactEmail && (
        <LinkButton
          kind="ghost"
          size="small"
          href={buildMailUrl(contactEmail, subject)}
          icon={<Mail aria-hidden size={17} />}
        >
          {contactEmail}
        </LinkButton>
      )}
    </p>
  )
}

/** Lets a buyer write to the seller of an order. */
export function MessageSeller({ token, order }: { token: string; order: Order }) {
  const { sellerUsername: seller, sellerContact } = order
  return (
    <HelpRow label={m.message_ask()}>
      {(sellerContact.contactEmail ?? sellerContact.whatsapp) && (
        <SellerContactLinks order={order} />
      )}
      <p>{m.message_text({ seller })}</p>
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <MessageSellerForm token={token} seller={seller} />
      </Suspense>
    </HelpRow>
  )
}
