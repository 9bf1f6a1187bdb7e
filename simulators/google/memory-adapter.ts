import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  /** The expiry of the entry, in milliseconds since 1970. */
  expiresAt: number
}

/** Creates the in-memory storage of the OpenID provider. Codes, sessions and tokens last until the process ends. */
export function createMemoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>()

  const findWhere = async (prefix: string, matches: (payload: AdapterPayload) => boolean) => {
    for (const [key, { payload, expiresAt }] of entries)
      if (key.startsWith(prefix) && expiresAt > Date.now() && matches(payload)) return payload
    return undefined
  }

  return (kind): Adapter => {
    const prefix = `${kind}:`
    const keyOf = (id: string) => prefix + id
    return {
      async upsert(id, payload, expiresIn) {
        const expiresAt = Date.now() + (expiresIn || Number.POSITIVE_INFINITY) * 1000
        entries.set(keyOf(id), { payload, expiresAt })
      },
      async find(id) {
        const entry = entries.get(keyOf(id))
        return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
      },
      findByUid: uid => findWhere(prefix, payload => payload.uid === uid),
      findByUserCode: code => findWhere(prefix, payload => payload.userCode === code),
      async consume(id) {
        const entry = entries.get(keyOf(id))
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries)
          if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
