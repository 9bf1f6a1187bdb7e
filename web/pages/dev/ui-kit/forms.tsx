import { useState } from 'react'
import { formatBytes } from '#web/i18n/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop, type FileRejection } from '#web/ui/forms/file-drop.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { StarField } from '#web/ui/forms/star-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Checkbox, Switch } from '#web/ui/forms/toggles.tsx'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import { SampleGroup, ComponentSample } from './sample.tsx'

const eye = { showLabel: 'Show the password', hideLabel: 'Hide the password' }
const categories = [
  { value: 1, label: 'Ebooks' },
  { value: 2, label: 'Music' },
  { value: 3, label: 'Courses' },
]

export function FormSamples() {
  const [text, setText] = useState('Eighty recipes of a southern kitchen.')
  const [stars, setStars] = useState(2)
  const [attempt, setAttempt] = useState(0)
  return (
    <SampleGroup title="Forms">
      <ComponentSample name="Field: idle, hint, error, prefix, busy, disabled">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Your email" type="email" placeholder="ana@correo.com" />
          <Field label="Your email" hint="The file goes there." defaultValue="ana@correo.com" />
          <Field
            label="Your email"
            name="broken"
            error="That is not an email address."
            defaultValue="ana@"
          />
          <Field
            label="Price"
            prefix="$"
            inputMode="numeric"
            defaultValue="8900"
            aside="optional"
          />
          <Field
            label="Username"
            prefix="@"
            defaultValue="cocinasur"
            readOnly
            aria-busy
            right={<Spinner />}
            hint="Looking whether it is free…"
          />
          <Field label="Disabled" disabled defaultValue="Not now" />
        </div>
      </ComponentSample>
      <ComponentSample name="PasswordField: strength, checklist, error">
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            {...eye}
            label="New password"
            autoComplete="new-password"
            defaultValue="Kiosko12"
            strength={{ score: 3, label: 'Good' }}
            metLabel="met"
            checklist={[
              { label: '8 to 24 characters', met: true },
              { label: 'An uppercase letter', met: true },
              { label: 'A number', met: true },
              { label: 'One of @$!%*?&-_', met: false },
            ]}
          />
          <PasswordField {...eye} label="Password" error="Enter a password" />
        </div>
      </ComponentSample>
      <ComponentSample name="TextArea, Select">
        <TextArea
          label="Description"
          counterMax={500}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select label="Category" placeholder="Choose one" options={categories} />
          <Select label="Subcategory" options={[]} placeholder="First the category" disabled />
          <Select label="Category" options={categories} placeholder="Choose" error="Choose one." />
        </div>
      </ComponentSample>
      <ComponentSample name="Checkbox, Switch">
        <div className="grid gap-x-5 sm:grid-cols-2">
          <Checkbox label="I accept the terms" />
          <Checkbox label="Accepted" defaultChecked />
          <Checkbox label="I accept the terms" error="You must accept the terms." />
          <Checkbox label="Disabled" disabled />
          <Switch label="Dynamic price" hint="Buyers pay from your minimum up." />
          <Switch label="On" defaultChecked />
        </div>
      </ComponentSample>
      <ComponentSample name="StarField">
        <StarField
          label={`Stars: ${stars}`}
          optionLabel={count => `${count} stars`}
          value={stars}
          onChange={setStars}
        />
      </ComponentSample>
      <ComponentSample name="FileDrop: empty, picked, error, disabled">
        <FileDropSamples />
      </ComponentSample>
      <ComponentSample name="ErrorSummary">
        <ErrorSummary
          title="Two things are missing"
          attempt={attempt}
          errors={[
            { name: 'broken', message: 'That is not an email address.' },
            { name: 'terms', message: 'You must accept the terms.' },
          ]}
        />
        <span>
          <Button aria-disabled onClick={() => setAttempt(attempt + 1)}>
            Try to send
          </Button>
        </span>
      </ComponentSample>
    </SampleGroup>
  )
}

const texts = {
  idle: 'Drag it here, or choose it',
  drop: 'Let go',
  reject: 'That kind does not go here',
  remove: 'Take it away',
}
const image = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] }

function showRejections(rejections: FileRejection[]) {
  for (const { file, kind } of rejections)
    showToast('error', `${file.name}: ${kind}`, { autoClose: FILE_ERROR_MS })
}

function FileDropSamples() {
  const [cover, setCover] = useState<File | null>(null)
  const [file, setFile] = useState<File | null>(
    () => new File(['kiosko'.repeat(200_000)], 'recetas-de-mi-abuela.pdf'),
  )
  const common = { accept: image, maxBytes: 5_242_880, texts, sizeText: formatBytes }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FileDrop
        {...common}
        label="Cover"
        hint="jpg or png, up to 5 MB"
        preview
        file={cover}
        onPick={setCover}
        onReject={showRejections}
      />
      <FileDrop {...common} label="File" file={file} onPick={setFile} onReject={showRejections} />
      <FileDrop
        {...common}
        label="Cover"
        error="A cover is missing."
        file={null}
        onPick={setCover}
      />
      <FileDrop {...common} label="Cover" disabled file={null} onPick={setCover} />
    </div>
  )
}
