import type { World } from './world.ts'

/** A call that the simulated Meta got, as it came. */
export type ReceivedCall = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What Meta was asked since its list was emptied, in order; without what is asked in the background. */
export async function callsOf({ sim }: Pick<World, 'sim'>): Promise<readonly ReceivedCall[]> {
  const calls = await sim<ReceivedCall[]>('GET', '/requests')
  return calls.filter(
    ({ url }) => !/\/message_templates|\?fields=status,display_phone_number$/.test(url),
  )
}
