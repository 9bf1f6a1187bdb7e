import { Icon, type IconProps } from '../icon.tsx'

export const CalendarClock = (props: IconProps) => (
  <Icon {...props}>
    <path d="M16 14v2.2l1.6 1M16 2v3m5 2.338V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h2.338M3 9h5.859M8 2v3" />
    <circle cx="16" cy="16" r="6" />
  </Icon>
)
