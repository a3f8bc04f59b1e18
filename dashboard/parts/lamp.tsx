import { lamp } from '../api/live.ts'
import { text } from '../text/choose.ts'

/** Whether the page hears of what happens: in a word, and in a colour that says no more. */
export function Lamp() {
  return (
    <span class={`lamp ${lamp.value}`} role="status">
      {text().live.lamps[lamp.value]}
    </span>
  )
}
