import { IconHistory, IconLock, IconUserShield } from '@tabler/icons-react'
import classes from './detail.module.css'

const notes = [
  {
    icon: IconLock,
    title: 'Encrypted storage',
    text: 'The file is encrypted with AES-256-GCM, under a key of its own, before it is stored. Where the storage stands, Australia included, is what the operator of this Deedbox promises you.',
  },
  {
    icon: IconUserShield,
    title: 'Access control',
    text: 'Only its owner, the trustees and administrators responsible for it, and people who have been given access can open it. Every page that is seen by such an access is marked with the reader’s email address and the time. Access ends the second it expires or is revoked.',
  },
  {
    icon: IconHistory,
    title: 'Audit trail',
    text: 'Every reading and every change is recorded, with the person, the time and the address. These records cannot be changed or deleted.',
  },
]

/** What protects a document, said plainly (specification, section 2: security notes). */
export function SecurityNotes() {
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note.title}>
          <note.icon size={20} stroke={1.5} aria-hidden="true" />
          <div>
            <strong>{note.title}</strong>
            <p>{note.text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
