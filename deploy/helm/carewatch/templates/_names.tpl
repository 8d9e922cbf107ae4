{{/* Of everything of one release: "carewatch", or with the name of the release before it. */}}
{{- define "carewatch.name" -}}
{{- if contains "carewatch" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-carewatch" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "carewatch.selector" -}}
app.kubernetes.io/name: carewatch
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "carewatch.labels" -}}
{{ include "carewatch.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "carewatch.metadata" -}}
name: {{ include "carewatch.name" .root }}-{{ .part }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "carewatch.labels" . | nindent 2 }}
{{- end }}

{{- define "carewatch.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "carewatch.publicHost" -}}
{{- (urlParse .Values.publicUrl).hostname }}
{{- end }}

{{- define "carewatch.deviceHost" -}}
{{- .Values.deviceHost | default (include "carewatch.publicHost" .) }}
{{- end }}

{{- define "carewatch.secret" -}}
{{- .Values.secrets.existingSecret | default (printf "%s-secrets" (include "carewatch.name" .)) }}
{{- end }}

{{- define "carewatch.tlsSecret" -}}
{{- .Values.tls.existingSecret | default (printf "%s-tls" (include "carewatch.name" .)) }}
{{- end }}

{{- define "carewatch.database" -}}
{{ include "carewatch.name" . }}-database
{{- end }}
