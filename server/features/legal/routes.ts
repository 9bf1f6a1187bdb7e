import type { FastifyInstance } from 'fastify'
import { getTerms } from '#contract/legal.ts'
import { mountCachedEndpoint } from '#server/http/endpoint.ts'

export function registerLegalRoutes(
  app: FastifyInstance,
  { termsPdfUrl, privacyPdfUrl }: { termsPdfUrl: string; privacyPdfUrl: string },
): void {
  mountCachedEndpoint(app, getTerms, () => ({ termsUrl: termsPdfUrl, privacyUrl: privacyPdfUrl }), {
    tags: () => [],
  })
}
