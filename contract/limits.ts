// Without zod, because the dashboard imports these values.

/** The most items of a list in one answer, where a route has no bound of its own. */
export const MAX_PAGE_ITEMS = 200

/** The longest text of a message, in code points: the limit of WhatsApp. */
export const MAX_TEXT_CHARACTERS = 4096
