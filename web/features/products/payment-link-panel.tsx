import { useState } from 'react'
import type { OwnProduct } from '#contract/products/products.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { hasCents, parseWholeAmount } from '#contract/core/parse-amount.ts'
import { buildBuyButtonPath, buildPaymentLinkPath } from '#contract/orders/payment-link.ts'
import { getQrSheetPdf } from '#contract/sales/qr-sheet.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { getLocale } from '#messages/runtime'
import { AMOUNT_MAX_LENGTH, filterAmount } from '#web/shared/forms/amount-input.ts'
import { findLeastOffer } from '#web/shared/product-price.ts'
import { buildButtonHtml, buildButtonMarkdown } from '#web/shared/share/buy-button.ts'
import { ChannelLinks } from '#web/shared/share/channel-links.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Printer } from '#web/ui/icons/printer.tsx'

/**
 * Builds what leads to the payment of a product at once: a link, a button for other sites, and a sheet with a QR code.
 * For a product whose buyers choose the price, the seller can propose one.
 */
export function PaymentLinkPanel({ product }: { product: OwnProduct }) {
  const { origin } = useSiteSettings()
  const [priceText, setPriceText] = useState('')
  const { price, error } = readPrice(priceText, product)
  const locale = getLocale()
  const link = { ids: [product.id], price }
  const url = origin + buildPaymentLinkPath(link)
  const button = {
    href: origin + buildPaymentLinkPath({ ...link, tag: 'button' }),
    image: origin + buildBuyButtonPath(locale),
    label: m.link_title({ name: product.name }),
  }
  const sheet = buildPath(getQrSheetPdf, { id: String(product.id) }, { price })
  return (
    <div className="grid min-w-0 gap-7">
      {product.isPriceDynamic && (
        <Field
          label={m.link_price()}
          hint={m.link_price_hint({
            price: formatPrice(findLeastOffer(product), product.currency),
          })}
          error={error}
          prefix="$"
          inputMode="numeric"
          autoComplete="off"
          maxLength={AMOUNT_MAX_LENGTH}
          value={priceText}
          onChange={event => {
            filterAmount(event)
            setPriceText(event.target.value)
          }}
          className="max-w-xs"
        />
      )}
      <div className="grid min-w-0 gap-2.5">
        <Code title={m.link_url()} text={m.link_url_text()} code={url} copy={m.link_copy()} />
        <ChannelLinks url={url} />
      </div>
      <div className="grid min-w-0 gap-4">
        <div>
          <h3 className="text-[1.1rem]">{m.link_button()}</h3>
          <p className="text-small text-soft">{m.link_button_text()}</p>
        </div>
        <img
          src={buildBuyButtonPath(locale)}
          alt={button.label}
          className="h-12 w-auto justify-self-start"
        />
        <Code code={buildButtonHtml(button)} copy={m.link_copy_html()} />
        <Code code={buildButtonMarkdown(button)} copy={m.link_copy_markdown()} />
      </div>
      <div className="grid gap-3">
        <div>
          <h3 className="text-[1.1rem]">{m.link_sheet()}</h3>
          <p className="text-small text-soft">{m.link_sheet_text()}</p>
        </div>
        <LinkButton
          kind="ghost"
          size="small"
          href={`/api${sheet}`}
          download
          icon={<Printer aria-hidden size={17} />}
          className="justify-self-start"
        >
          {m.link_sheet_get()}
        </LinkButton>
      </div>
    </div>
  )
}

/** Shows a link or code with a button that copies it. */
function Code({
  title,
  text,
  code,
  copy,
}: {
  title?: string
  text?: string
  code: string
  /** The label of the button. */
  copy: string
}) {
  return (
    <div className="grid min-w-0 gap-2.5">
      {title && (
        <div>
          <h3 className="text-[1.1rem]">{title}</h3>
          <p className="text-small text-soft">{text}</p>
        </div>
      )}
      <p className="figures rounded-field border border-line bg-tint/60 px-3.5 py-3 text-small break-all select-all">
        {code}
      </p>
      <div>
        <CopyButton
          size="small"
          text={code}
          label={copy}
          copiedLabel={m.copied()}
          onFail={() => showToast('error', m.link_copy_failed())}
        />
      </div>
    </div>
  )
}

/** Reads the proposed price. A link without a price proposes what the product page does. */
function readPrice(
  text: string,
  product: OwnProduct,
): { price?: number | undefined; error?: string | undefined } {
  if (text.trim() === '' || !product.isPriceDynamic) return {}
  if (hasCents(text)) return { error: m.issue_cents() }
  const price = parseWholeAmount(text)
  if (price === undefined) return { error: m.issue_customer_price() }
  const least = findLeastOffer(product)
  if (price < least)
    return { error: m.buy_price_low({ price: formatPrice(least, product.currency) }) }
  const most = LIMITS.dynamicPrice.max
  if (price > most)
    return { error: m.buy_price_high({ price: formatPrice(most, product.currency) }) }
  return { price }
}
