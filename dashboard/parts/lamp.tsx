import { lamp } from '../api/live.ts'
import { text } from '../text/choose.ts'

/** The state of the live stream, in a word and a colour that says the same. */
export function Lamp() {
  return (
    <span class={`lamp ${lamp.value}`} role="status">
      {text().live.lamps[lamp.value]}
    </span>
  )
}
