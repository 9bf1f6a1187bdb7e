import { Icon, type IconProps } from '../icon.tsx'

export const FolderDown = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Zm-8-10v6" />
    <path d="m15 13l-3 3l-3-3" />
  </Icon>
)
