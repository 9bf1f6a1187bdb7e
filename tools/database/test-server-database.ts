import { randomUUID } from 'node:crypto'
import pg from 'pg'
import {
  type PostgresOptions,
  type PostgresServer,
  type SharedPostgres,
  startPostgres,
} from './postgres-server.ts'

/** The database of a test server. */
export interface TestServerDatabase {
  url: string
  /** The database server, unless other test servers share it. */
  postgres?: PostgresServer
  close(): Promise<void>
}

/** Starts a PostgreSQL server with an empty database. */
export async function startDatabase(options: PostgresOptions): Promise<TestServerDatabase> {
  const postgres = await startPostgres(options)
  await postgres.createDatabase('kiosko')
  return { url: `${postgres.url}/kiosko`, postgres, close: () => postgres.stop() }
}

/** Creates a database on a server that test servers share; closing it drops it. */
export async function copyTemplate({ url, template }: SharedPostgres): Promise<TestServerDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const execute = async (statement: string) => {
    const client = new pg.Client(`${url}/postgres`)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await execute(`create database ${name} template ${template}`)
  return { url: `${url}/${name}`, close: () => execute(`drop database ${name} with (force)`) }
}
