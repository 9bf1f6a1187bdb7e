import { createVerify, generateKeyPairSync } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { signDownload } from './sign-download.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const client = new S3Client({ region: 'us-east-1' })
const headers = { disposition: 'attachment; filename="a.pdf"', mime: 'application/pdf' }
const sign = (key: string) =>
  signDownload(
    {
      client,
      bucket: 'bucket',
      cloudFront: { origin: 'https://cdn.example', keyPairId: 'K2JCJMDEHXQW5F', privateKey: key },
    },
    'files/7/a',
    headers,
  )

test('a link to CloudFront is signed for five minutes by the private key', async () => {
  const now = Math.floor(Date.now() / 1000)

  const link = new URL(await sign(privateKey))

  const take = (name: string) => {
    const value = link.searchParams.get(name)!
    link.searchParams.delete(name)
    return value
  }
  const expires = Number(take('Expires'))
  // CloudFront replaces the characters of Base64 that have a meaning in URLs.
  const signature = take('Signature').replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/')
  expect(take('Key-Pair-Id')).toBe('K2JCJMDEHXQW5F')
  expect(expires - now).toBeGreaterThanOrEqual(299)
  expect(expires - now).toBeLessThanOrEqual(302)
  expect(link.origin + link.pathname).toBe('https://cdn.example/files/7/a')
  expect(link.searchParams.get('response-content-disposition')).toBe(headers.disposition)
  const resource = (await sign(privateKey)).split('&Expires=')[0]!
  const policy = JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }],
  })
  const isValid = createVerify('RSA-SHA1').update(policy).verify(publicKey, signature, 'base64')
  expect(isValid).toBe(true)
})

test('a link that cannot be signed is an error of its own', async () => {
  await expect(sign('no key')).rejects.toMatchObject({
    code: 'ERROR_GETTING_CLOUDFRONT_SIGNED_URL',
    status: 502,
  })
})
