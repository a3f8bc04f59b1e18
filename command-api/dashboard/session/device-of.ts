import { deviceText } from '@recado/infra/http/sign-in/cookie'
import type { UserEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../../deps.ts'
import type { AnyoneInput } from '../../routing/route.ts'

/** The id of a browser in which this user has signed in before; null for any other browser. */
export function deviceOf(
  { request }: Pick<AnyoneInput, 'request'>,
  user: UserEntry | undefined,
  { devices, config, now }: Pick<CommandDeps, 'devices' | 'config' | 'now'>,
): string | null {
  return devices.idOf(deviceText(request, config.PUBLIC_URL), user?.id, now().getTime())
}
