import type { FastifyInstance } from 'fastify'
import type { Locale } from '#messages/runtime'
import { renderEmail } from '#server/mail/queue.ts'
import { type MailCause, findCause, findEventCause } from '#server/mail/mail-causes.ts'
import type { EmailContent, MailBranding, RenderedEmail } from '#server/mail/template.ts'
import { ApiError } from '#server/http/api-error.ts'
import { buildSamples } from './samples.ts'

const LOCALES: readonly Locale[] = ['es', 'en']

/**
 * Serves a preview of every email with sample data: a list at `/dev/mails`, and each email as HTML or plain text. The
 * app registers these routes outside production only.
 */
export function registerMailPreviewRoutes(app: FastifyInstance, branding: MailBranding): void {
  app.get('/dev/mails', (_request, reply) => reply.type('text/html').send(renderIndex(branding)))
  app.get<{ Params: { name: string; locale: string; format: string } }>(
    '/dev/mails/:name/:locale/:format',
    ({ params }, reply) => {
      const locale = LOCALES.find(candidate => candidate === params.locale)
      const email = locale && renderSamples(branding, locale).get(params.name)
      if (!email) throw new ApiError('UNKNOWN_ERROR', 'no such email')
      return params.format === 'text'
        ? reply.type('text/plain').send(email.text)
        : reply.type('text/html').send(email.html)
    },
  )
}

/** Renders every sample in a language, by a name such as `order_update.refunded`. */
export function renderSamples(branding: MailBranding, locale: Locale): Map<string, RenderedEmail> {
  const kinds = Object.entries(buildSamples(branding.publicOrigin, locale))
  return new Map(
    kinds.flatMap(([kind, samples]) =>
      Object.entries(samples).map(([name, content]): [string, RenderedEmail] => [
        `${kind}.${name}`,
        renderEmail(locale, content, addMute(branding, content)),
      ]),
    ),
  )
}

/** Tells who can cause an email; one about an event of an order is queued with its cause. */
function findCauseOfSample(content: EmailContent): MailCause {
  if (content.kind !== 'order_update') return findCause(content)
  const { kind, canDownload } = content.update
  return findEventCause(kind, { approvedAt: canDownload ? new Date() : null })
}

/** Adds the way out of the emails that anybody can cause. */
const addMute = (branding: MailBranding, content: EmailContent): MailBranding =>
  findCauseOfSample(content) === 'known'
    ? branding
    : {
        ...branding,
        mailboxMute: {
          pageUrl: `${branding.publicOrigin}/emails/sample`,
          oneClickUrl: `${branding.publicOrigin}/api`,
        },
      }

function renderIndex(branding: MailBranding): string {
  const languages = LOCALES.map(locale => {
    const entries = [...renderSamples(branding, locale)].map(
      ([name, { subject }]) =>
        `<li><a href="/dev/mails/${name}/${locale}/html">${subject}</a> <a href="/dev/mails/${name}/${locale}/text">text</a> <code>${name}</code></li>`,
    )
    return `<h2 lang="en">${locale}</h2><ul lang="${locale}">${entries.join('')}</ul>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Emails</title></head><body><h1>Emails</h1>${languages.join('')}</body></html>`
}
