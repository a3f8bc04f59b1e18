import type { Why as Reason } from '@recado/contract/why'
import { text } from '../text/choose.ts'

/** Why something failed, and the words of the other side. @param href of what the reason rests on */
export function Why({ why, href }: { why: Reason | null; href?: string }) {
  if (why === null) return null
  const theirWords = <code class="break">{why.says}</code>
  return (
    <p class="notice warn">
      <strong>{text().trace.why}: </strong>
      {text().why.reason(why)}{' '}
      {why.says === '' ? null : href === undefined ? theirWords : <a href={href}>{theirWords}</a>}
    </p>
  )
}
