{{/* Secrets are files: nobody who may look at a pod reads them. */}}
{{- define "carewatch.secretFiles" -}}
{{- range .keys }}
- { name: {{ upper . }}_FILE, value: /run/secrets/carewatch/{{ . }} }
{{- end }}
{{- end }}

{{- define "carewatch.everybodys" -}}
# Of the memory that the part may take; the rest is for what Node keeps beside its heap.
- { name: NODE_OPTIONS, value: --max-old-space-size-percentage=65 }
- { name: LOG_LEVEL, value: {{ .Values.logLevel }} }
- { name: METRICS_HOST, value: 0.0.0.0 }
- { name: METRICS_PORT, value: '9100' }
{{- end }}

{{- define "carewatch.connected" -}}
- { name: HOST, value: 0.0.0.0 }
- { name: DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
{{- end }}

{{/* Through the balancer, at a port of its own: whoever comes there is one of us and comes without a word before. */}}
{{- define "carewatch.news" -}}
- { name: MQTT_URL, value: 'mqtt://{{ include "carewatch.name" . }}-balancer:1884' }
- { name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
{{- end }}

{{- define "carewatch.extra" -}}
{{- range $name, $value := . }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
