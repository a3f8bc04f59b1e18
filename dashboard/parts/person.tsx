import { type Called, personText } from '../text/person.ts'
import { phoneText } from '../text/phone.ts'

type PersonProps = {
  of: Called
  /** Shown for a person of whom neither is known. */
  nobody: string
}

/** A person's name with the phone, because several people may have the same name. */
export function Person({ of, nobody }: PersonProps) {
  const { name, phone } = of
  return (
    <>
      <bdi>{personText(of, nobody)}</bdi>
      {name === null || phone === null ? null : (
        <>
          {' '}
          <span class="muted small phone">{phoneText(phone)}</span>
        </>
      )}
    </>
  )
}
