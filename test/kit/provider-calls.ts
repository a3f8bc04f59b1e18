import type { World } from './world.ts'

/** A call as the simulated Meta received it. */
export type ReceivedCall = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The calls that Meta received since its list was last emptied, in order, without those of background tasks. */
export async function callsOf({ sim }: Pick<World, 'sim'>): Promise<readonly ReceivedCall[]> {
  const calls = await sim<ReceivedCall[]>('GET', '/requests')
  return calls.filter(
    ({ url }) => !/\/message_templates|\?fields=status,display_phone_number$/.test(url),
  )
}
