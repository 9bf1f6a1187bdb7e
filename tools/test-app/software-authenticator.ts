import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/accounts/passkeys.ts'

/** The bits of the flags in authenticator data. Source: Web Authentication, section 6.1. */
const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const toBase64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** How an authenticator behaves that a test makes dishonest or weak. */
interface Behavior {
  /** Whether it verifies the user by a PIN or a biometric feature. */
  verifiesUser?: boolean
  /** The origin that the browser reports. */
  origin?: string
  /** The value of the signature counter; by default it grows with each use. */
  counter?: number
}

/** An authenticator in software with one passkey: it answers the options of the API as a browser would. */
export class SoftwareAuthenticator {
  readonly #origin: string
  readonly #credentialId = randomBytes(32)
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  #userHandle = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  create(
    options: { rp: { id: string }; user: { id: string }; challenge: string },
    behavior: Behavior = {},
  ): PasskeyAttestation {
    this.#userHandle = options.user.id
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.#credentialId.length)
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, FLAGS.hasCredential, behavior),
      Buffer.alloc(16),
      idLength,
      this.#credentialId,
      this.#cosePublicKey(),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, behavior),
        attestationObject: toBase64Url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    }
  }

  get(options: { rpId: string; challenge: string }, behavior: Behavior = {}): PasskeyAssertion {
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, behavior)
    const authenticatorData = this.#authenticatorData(options.rpId, 0, behavior)
    const signature = createSign('SHA256')
      .update(authenticatorData)
      .update(sha256(Buffer.from(clientDataJSON, 'base64url')))
      .sign(this.#keys.privateKey)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: toBase64Url(authenticatorData),
        signature: toBase64Url(signature),
        userHandle: this.#userHandle,
      },
    }
  }

  #credential() {
    const id = toBase64Url(this.#credentialId)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Behavior): string {
    return toBase64Url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData(
    rpId: string,
    flags: number,
    { verifiesUser = true, counter }: Behavior,
  ): Buffer {
    this.#counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.#counter)
    const verified = verifiesUser ? FLAGS.verified : 0
    return Buffer.concat([sha256(rpId), Buffer.from([FLAGS.present | verified | flags]), count])
  }

  /** The public key in COSE: an ES256 key on the curve P-256. */
  #cosePublicKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ])
    return Buffer.from(isoCBOR.encode(key as never))
  }
}
