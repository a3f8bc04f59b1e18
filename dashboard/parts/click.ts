/** Whether a click on a link asks for another tab or window, or for a download. */
export function isForOtherWindow(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}
