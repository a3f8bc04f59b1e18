import type { World } from './world.ts'

/** A call as the simulated Meta received it. */
export type ReceivedCall = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Whether the regular check of numbers makes this call. */
export function isNumberCheck(url: string): boolean {
  return /\?fields=status,display_phone_number,throughput(,is_on_biz_app)?$/.test(url)
}

/** The calls that Meta received since its list was last emptied, in order, without those of background tasks. */
export async function callsOf({ sim }: Pick<World, 'sim'>): Promise<readonly ReceivedCall[]> {
  const calls = await sim<ReceivedCall[]>('GET', '/requests')
  return calls.filter(({ url }) => !url.includes('/message_templates') && !isNumberCheck(url))
}
