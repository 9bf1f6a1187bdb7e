import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestApp, createTestApp } from './test-app.ts'

let sharedApp: Promise<TestApp> | undefined

/**
 * Gives a test file the app with the default settings, which all files of a worker process share, since starting one
 * takes as long as many tests. It is empty before each test. The log is checked for secrets after each file.
 *
 * A file that needs other settings, or that stops a part of the app, starts its own by `createTestApp`.
 * @param resetBefore `file` if the tests of the file share what its `beforeAll` has prepared
 * @returns the app, which can be used in hooks and tests but not while the file is loaded
 */
export function useTestApp({
  resetBefore = 'test',
}: { resetBefore?: 'test' | 'file' } = {}): TestApp {
  const shop = {} as TestApp
  beforeAll(async () => {
    sharedApp ??= createTestApp()
    Object.assign(shop, await sharedApp)
  })
  const beforeTests = resetBefore === 'file' ? beforeAll : beforeEach
  beforeTests(() => shop.reset())
  afterAll(() => shop.checkLog())
  return shop
}
