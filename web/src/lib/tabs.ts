/** Message by which a tab tells the others who is signed in now. `onPurpose`: somebody signed in or out there. */
type Change = { id: string | null; onPurpose: boolean }

let opened: BroadcastChannel | undefined
/** Opens the channel between the tabs of this browser. */
function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel('deedbox-session')
  return opened
}

export const tellOtherTabs = (change: Change): void => channel().postMessage(change)

export function hearOtherTabs(heard: (change: Change) => void): void {
  channel().onmessage = ({ data }: MessageEvent<Change>) => heard(data)
}
