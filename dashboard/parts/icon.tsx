/** The path of each icon, in a box of 24 by 24. */
const PATHS = {
  mark: 'M4 5h16v11H9l-5 4V5zm4 4h8M8 12h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  message: 'M4 5h16v11H9l-5 4z',
  phone: 'M8 3h8v18H8zM11 18h2',
  hook: 'M9 12a3 3 0 1 1 4-3c0 4 4 4 4 8a4 4 0 0 1-8 0m3-2l-3 2-2-3',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  bars: 'M4 20h16M7 16v-5m5 5V5m5 11v-8',
  send: 'M4 12l16-7-6 15-3-6z',
  key: 'M14 10a4 4 0 1 0-3 3l2 2h2v2h2v2h3v-3z',
  users:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm-6 8c0-4 12-4 12 0M16 11a3 3 0 0 0 0-6m5 14c0-2-2-3-4-3',
  user: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 9c0-5 14-5 14 0',
  out: 'M14 4h6v16h-6M10 8l-4 4 4 4M6 12h10',
  find: 'M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14zm5-2l5 5',
  copy: 'M9 9h11v11H9zM5 15V4h11',
  check: 'M5 12l5 5 9-10',
  warn: 'M12 4l9 16H3zM12 10v4m0 3v.5',
  chat: 'M4 4h11v8H8l-4 3zM9 16h6l5 4V9h-2',
  person: 'M5 4h14v16H5zm7 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm-4 5c0-3 8-3 8 0',
  raw: 'M8 7l-5 5 5 5m8-10l5 5-5 5M14 5l-4 14',
  flask: 'M9 3h6m-5 0v6L5 20h14L14 9V3',
  plus: 'M12 5v14M5 12h14',
} as const

/** The name of an icon. */
export type IconName = keyof typeof PATHS

/** A decorative icon, hidden from screen readers: the text beside it says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
