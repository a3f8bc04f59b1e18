import { whileRunning } from '@recado/application/sending/while-running'
import { test } from 'tap'
import { hold } from '../../kit/hold.ts'

test('of two sends with one key that run together, the first is known until it ends', async (t) => {
  const running = new Map<string, Promise<unknown>>()
  const [first, second] = [hold(), hold()]
  const one = whileRunning(running, 'id', () => first.promise)
  const known = running.get('id')
  const other = whileRunning(running, 'id', () => second.promise)
  second.resolve(undefined)
  await other
  t.ok(known !== undefined && running.get('id') === known)
  first.resolve(undefined)
  await one
  t.equal(running.size, 0)
})

test('one that fails is not known any more', async (t) => {
  const running = new Map<string, Promise<unknown>>()
  const fails = async () => {
    throw new Error('the provider is away')
  }
  await t.rejects(whileRunning(running, 'id', fails))
  t.equal(running.size, 0)
})
