import { type JsonLinesFile, openJsonLines } from '../../shared/json-lines.ts'
import type { WebhookDelivery } from '../webhooks/delivery.ts'
import type {
  AccessToken,
  AuthorizationCode,
  Chargeback,
  StoredReply,
  RefreshToken,
  SellerAccount,
  StoredPayment,
  StoredPreference,
} from './model.ts'

/** The tables of the simulator's store and the types of their rows. */
export interface StoreTables {
  sellers: SellerAccount
  codes: AuthorizationCode
  accessTokens: AccessToken
  refreshTokens: RefreshToken
  preferences: StoredPreference
  payments: StoredPayment
  chargebacks: Chargeback
  /**
   * The webhooks that the receiver has not acknowledged yet. The table is called `notices`, since the format of the
   * state file cannot change.
   */
  notices: WebhookDelivery
  answers: StoredReply
}

type TableName = keyof StoreTables

/** A line of the state file: the new row under a key, or null if the row was deleted. */
interface Change {
  table: TableName
  key: string
  row: StoreTables[TableName] | null
}

/** The simulator's store, which has tables of rows by key. Every change is also appended to the state file. */
export class SimulatorStore {
  readonly #lines: JsonLinesFile<Change>
  readonly #tables = new Map<TableName, Map<string, StoreTables[TableName]>>()
  readonly #paymentsByPreference = new Map<string, Set<string>>()

  constructor(lines: JsonLinesFile<Change>) {
    this.#lines = lines
    for (const change of lines.initialRows) this.#apply(change)
  }

  /**
   * Opens the store.
   * @param path the path of the state file; if undefined, rows are only kept in memory
   */
  static async open(path: string | undefined): Promise<SimulatorStore> {
    return new SimulatorStore(await openJsonLines<Change>(path))
  }

  get<Name extends TableName>(table: Name, key: string | number): StoreTables[Name] | undefined {
    return this.#table(table).get(String(key))
  }

  /** Lists all rows of a table, oldest first. */
  all<Name extends TableName>(table: Name): StoreTables[Name][] {
    return [...this.#table(table).values()]
  }

  put<Name extends TableName>(table: Name, key: string | number, row: StoreTables[Name]): void {
    this.#record({ table, key: String(key), row })
  }

  remove(table: TableName, key: string | number): void {
    this.#record({ table, key: String(key), row: null })
  }

  /** Removes all rows of all tables. */
  clear(): void {
    for (const [table, rows] of this.#tables) for (const key of rows.keys()) this.remove(table, key)
    this.#paymentsByPreference.clear()
  }

  paymentsOf(preferenceId: string): StoredPayment[] {
    const ids = this.#paymentsByPreference.get(preferenceId) ?? []
    return [...ids].map(id => this.get('payments', id)!)
  }

  /** Resolves when all changes made so far are on disk. */
  flushed(): Promise<void> {
    return this.#lines.flushed()
  }

  close(): Promise<void> {
    return this.#lines.close()
  }

  #record(change: Change): void {
    this.#apply(change)
    this.#lines.append(change)
  }

  #apply({ table, key, row }: Change): void {
    if (row === null) {
      this.#table(table).delete(key)
      return
    }
    this.#table(table).set(key, row)
    if (table === 'payments') {
      const { preferenceId } = row as StoredPayment
      const paymentIds = this.#paymentsByPreference.get(preferenceId) ?? new Set()
      this.#paymentsByPreference.set(preferenceId, paymentIds.add(key))
    }
  }

  #table<Name extends TableName>(name: Name): Map<string, StoreTables[Name]> {
    const table = this.#tables.get(name) ?? new Map<string, StoreTables[TableName]>()
    this.#tables.set(name, table)
    return table as Map<string, StoreTables[Name]>
  }
}
